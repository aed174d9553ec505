// Files in one: the ZIP format, without compression.

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC[(crc ^ byte) & 0xff]!;
  return (crc ^ 0xffffffff) >>> 0;
}

/** Names are in UTF-8. */
const UTF_8 = 0x800;
/** 1 January 1980, the first day of the format. */
const FIRST_DAY = 0x21;

/** Numbers as pairs of a size in bytes and a value, the low byte first. */
function numbers(...pairs: [size: 2 | 4, value: number][]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(pairs.flatMap(([size, value]) => Array.from({ length: size }, (_, at) => (value >>> (8 * at)) & 0xff)));
}

/** Texts by their paths as one archive. */
export function zip(files: { path: string; text: string }[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const list: Uint8Array<ArrayBuffer>[] = [];
  const size = (all: Uint8Array[]) => all.reduce((sum, part) => sum + part.length, 0);
  for (const { path, text } of files) {
    const [name, bytes] = [new TextEncoder().encode(path), new TextEncoder().encode(text)];
    const about: [2 | 4, number][] = [[2, 20], [2, UTF_8], [2, 0], [2, 0], [2, FIRST_DAY], [4, checksum(bytes)], [4, bytes.length], [4, bytes.length], [2, name.length], [2, 0]];
    const at = size(parts);
    parts.push(numbers([4, 0x04034b50], ...about), name, bytes);
    list.push(numbers([4, 0x02014b50], [2, 20], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]), name);
  }
  const end = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, size(list)], [4, size(parts)], [2, 0]);
  return new Blob([...parts, ...list, end], { type: "application/zip" });
}
