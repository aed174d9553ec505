// Sounds of the board, made here: no file is loaded for them. They are off until the user wants
// them.

import { settings } from "./settings";

type Sound = "move" | "capture" | "check" | "end";
/** For each: tones as hertz, when they begin, and how long they last, in seconds. */
const TONES: Record<Sound, [hertz: number, start: number, length: number][]> = {
  move: [[220, 0, 0.06]],
  capture: [[160, 0, 0.07], [120, 0.05, 0.09]],
  check: [[520, 0, 0.09], [660, 0.09, 0.12]],
  end: [[440, 0, 0.15], [550, 0.15, 0.15], [660, 0.3, 0.3]],
};

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [hertz, start, length] of TONES[sound]) {
    const tone = new OscillatorNode(context, { type: "triangle", frequency: hertz });
    const loud = new GainNode(context, { gain: 0.25 });
    loud.gain.setValueAtTime(0.25, now + start);
    loud.gain.exponentialRampToValueAtTime(0.001, now + start + length);
    tone.connect(loud).connect(context.destination);
    tone.start(now + start);
    tone.stop(now + start + length);
  }
}
