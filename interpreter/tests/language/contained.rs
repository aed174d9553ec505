//! Movements that have all paths of others.

use crate::suite::codes;

#[test]
fn fewer_directions_and_modes_are_parts() {
    let adds_nothing = |movement: &str| {
        let text = format!("variant \"Parts\" extends chess\npiece stone S = {movement}\n");
        codes(&text).contains(&"F0326")
    };
    assert!(adds_nothing("wazir | step forward"));
    assert!(adds_nothing("wazir | move wazir"));
    assert!(adds_nothing("wazir | move step forward"));
    assert!(!adds_nothing("step forward | step backward"));
    assert!(!adds_nothing("step forward | move step backward"));
}
