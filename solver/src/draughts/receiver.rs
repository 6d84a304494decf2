//! Handing on the values that the solver finds.

use retrograde_db::draughts::{Slice, SliceIndex};

use super::emit::Emitted;

/// Receives the values of the slices in the order in which they are solved.
pub(crate) trait Receiver: Send {
    /// What can go wrong there.
    type Error: Send;

    /// A slice begins; slices that are solved side by side are all begun before the values of any.
    fn begin(&mut self, index: &SliceIndex) -> Result<(), Self::Error>;

    /// All values of one total advance of a slice: the positions from `first` on, `len` of them, in
    /// pieces that may come in any order.
    fn level(&mut self, slice: Slice, first: u64, len: u64, values: Vec<Emitted>) -> Result<(), Self::Error>;

    /// All values of a slice have been given.
    fn end(&mut self, slice: Slice) -> Result<(), Self::Error>;
}

/// What a receiver is told a little later, while the solver goes on.
pub(crate) enum Event {
    /// [`Receiver::level`].
    Level { slice: Slice, first: u64, len: u64, values: Vec<Emitted> },
    /// [`Receiver::end`].
    End(Slice),
}

/// Tells a receiver what has happened.
pub(crate) fn deliver<R: Receiver>(receiver: &mut R, events: Vec<Event>) -> Result<(), R::Error> {
    events.into_iter().try_for_each(|event| match event {
        Event::Level { slice, first, len, values } => receiver.level(slice, first, len, values),
        Event::End(slice) => receiver.end(slice),
    })
}
