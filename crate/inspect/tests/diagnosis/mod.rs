//! Real header blocks with every kind of damage: the right change is found and
//! ranked first.

mod apply;
mod damage;
mod edits;
mod none;
mod ranked;
mod support;
