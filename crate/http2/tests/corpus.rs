//! Scripts that fuzzing found or began with.

#[test]
fn kept_scripts() {
    testing::kept("frames", crate::script::check);
}
