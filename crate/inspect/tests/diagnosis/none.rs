//! Where nothing is wrong nothing is said, and where octets are damaged at
//! random seldom anything.

use crate::support;

#[test]
fn healthy_blocks_have_no_diagnosis() {
    for connection in support::all() {
        let mut session = connection.session();
        for number in 0..session.blocks().len() {
            let found = session.diagnose(number);
            assert!(
                found.is_empty(),
                "{} block {number}: {found:#?}",
                connection.name
            );
        }
    }
}
