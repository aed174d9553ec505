//! Every node knows its place.

use crate::tree::sound;
use serde_json::Value;

/// All nodes with a place: the way there, and the text at the place.
fn places(text: &str) -> Vec<String> {
    let mut list = Vec::new();
    let tree = serde_json::to_value(sound(text)).unwrap();
    walk(&tree, String::new(), text, &mut list);
    list
}

fn walk(value: &Value, path: String, text: &str, list: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            if let Some(span) = map.get("span") {
                let place = |key: &str| span[key].as_u64().unwrap() as usize;
                list.push(format!("{path}: {}", &text[place("start")..place("end")]));
            }
            for (key, inner) in map.iter().filter(|(key, _)| *key != "span") {
                walk(inner, format!("{path}/{key}"), text, list);
            }
        }
        Value::Array(inner) => {
            for (index, inner) in inner.iter().enumerate() {
                walk(inner, format!("{path}/{index}"), text, list);
            }
        }
        _ => {}
    }
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let mut places = places(text);
    places.sort();
    let mut expected: Vec<String> = expected.iter().map(|place| (*place).to_owned()).collect();
    expected.sort();
    assert_eq!(places, expected, "{places:#?}");
}

#[test]
fn headers_and_movements() {
    check(
        "  variant  \"Café\"  extends  chess  # c\n movement  r( m ,n )  =  m  f( a , k :  b  c )  |  ( [ 1 , 2.. ] )  \
         then x & y  except \"é\"  # é\n",
        &[
            "/header: variant  \"Café\"  extends  chess",
            "/header/title: \"Café\"",
            "/header/extends: chess",
            "/declarations/0: movement  r( m ,n )  =  m  f( a , k :  b  c )  |  ( [ 1 , 2.. ] )  then x & y  except \
             \"é\"",
            "/declarations/0/name: r",
            "/declarations/0/parameters/0: m",
            "/declarations/0/parameters/1: n",
            "/declarations/0/body: m  f( a , k :  b  c )  |  ( [ 1 , 2.. ] )  then x & y  except \"é\"",
            "/declarations/0/body/union/0: m  f( a , k :  b  c )",
            "/declarations/0/body/union/0/phrase/0: m",
            "/declarations/0/body/union/0/phrase/1: f( a , k :  b  c )",
            "/declarations/0/body/union/0/phrase/1/call/name: f",
            "/declarations/0/body/union/0/phrase/1/call/arguments/0: a",
            "/declarations/0/body/union/0/phrase/1/call/arguments/0/value: a",
            "/declarations/0/body/union/0/phrase/1/call/arguments/1: k :  b  c",
            "/declarations/0/body/union/0/phrase/1/call/arguments/1/key: k",
            "/declarations/0/body/union/0/phrase/1/call/arguments/1/value: b  c",
            "/declarations/0/body/union/0/phrase/1/call/arguments/1/value/phrase/0: b",
            "/declarations/0/body/union/0/phrase/1/call/arguments/1/value/phrase/1: c",
            "/declarations/0/body/union/1: ( [ 1 , 2.. ] )  then x & y  except \"é\"",
            "/declarations/0/body/union/1/except/0: ( [ 1 , 2.. ] )  then x & y",
            "/declarations/0/body/union/1/except/0/intersection/0: ( [ 1 , 2.. ] )  then x",
            "/declarations/0/body/union/1/except/0/intersection/0/then/0: ( [ 1 , 2.. ] )",
            "/declarations/0/body/union/1/except/0/intersection/0/then/0/group: [ 1 , 2.. ]",
            "/declarations/0/body/union/1/except/0/intersection/0/then/0/group/list/0: 1",
            "/declarations/0/body/union/1/except/0/intersection/0/then/0/group/list/1: 2..",
            "/declarations/0/body/union/1/except/0/intersection/0/then/1: x",
            "/declarations/0/body/union/1/except/0/intersection/1: y",
            "/declarations/0/body/union/1/except/1: \"é\"",
        ],
    );
}

#[test]
fn declarations_with_blocks() {
    check(
        "\u{feff}library \"L\"\r\nboard 10x8 {\r\n  wrap: files , 3.5 ;\r\n} \r\narmy white \"T\" { k K = x , r ; q Q }\r\n\
         zone both c = a1\npiece black p P , v 1\nend now { }\nuse h( 1 )\nwithout a b\nsquare s { n: e4 }\nabout \"\"\"x\n\"\"\"",
        &[
            "/header: library \"L\"",
            "/header/title: \"L\"",
            "/declarations/0: board 10x8 {\r\n  wrap: files , 3.5 ;\r\n}",
            "/declarations/0/files: 10",
            "/declarations/0/ranks: 8",
            "/declarations/0/entries/0: wrap: files , 3.5",
            "/declarations/0/entries/0/key: wrap",
            "/declarations/0/entries/0/values/0: files",
            "/declarations/0/entries/0/values/1: 3.5",
            "/declarations/1: army white \"T\" { k K = x , r ; q Q }",
            "/declarations/1/side: white",
            "/declarations/1/title: \"T\"",
            "/declarations/1/pieces/0: k K = x , r",
            "/declarations/1/pieces/0/name: k",
            "/declarations/1/pieces/0/letter: K",
            "/declarations/1/pieces/0/movement: x",
            "/declarations/1/pieces/0/attributes/0: r",
            "/declarations/1/pieces/1: q Q",
            "/declarations/1/pieces/1/name: q",
            "/declarations/1/pieces/1/letter: Q",
            "/declarations/2: zone both c = a1",
            "/declarations/2/side: both",
            "/declarations/2/name: c",
            "/declarations/2/value: a1",
            "/declarations/3: piece black p P , v 1",
            "/declarations/3/side: black",
            "/declarations/3/name: p",
            "/declarations/3/letter: P",
            "/declarations/3/attributes/0: v 1",
            "/declarations/3/attributes/0/phrase/0: v",
            "/declarations/3/attributes/0/phrase/1: 1",
            "/declarations/4: end now { }",
            "/declarations/4/keyword: end",
            "/declarations/4/arguments/0: now",
            "/declarations/5: use h( 1 )",
            "/declarations/5/hook: h",
            "/declarations/5/arguments/0: 1",
            "/declarations/5/arguments/0/value: 1",
            "/declarations/6: without a b",
            "/declarations/6/words/0: a",
            "/declarations/6/words/1: b",
            "/declarations/7: square s { n: e4 }",
            "/declarations/7/name: s",
            "/declarations/7/entries/0: n: e4",
            "/declarations/7/entries/0/key: n",
            "/declarations/7/entries/0/values/0: e4",
            "/declarations/8: about \"\"\"x\n\"\"\"",
            "/declarations/8/keyword: about",
            "/declarations/8/value: \"\"\"x\n\"\"\"",
        ],
    );
}
