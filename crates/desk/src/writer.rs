//! A thread that writes files one after the other, and is waited for when its owner is dropped.

use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

/// Hands orders to a thread that carries them out, all that are waiting at a time.
#[derive(Debug)]
pub struct Writer<T> {
    orders: Option<Sender<T>>,
    thread: Option<JoinHandle<()>>,
}

impl<T: Send + 'static> Writer<T> {
    /// Starts the thread; returns none if the system refuses.
    pub fn start(name: &str, mut write: impl FnMut(Vec<T>) + Send + 'static) -> Option<Writer<T>> {
        let (orders, inbox) = mpsc::channel();
        let work = move || {
            while let Ok(first) = inbox.recv() {
                write(std::iter::once(first).chain(inbox.try_iter()).collect());
            }
        };
        let thread = thread::Builder::new().name(name.into()).spawn(work).ok()?;
        Some(Writer { orders: Some(orders), thread: Some(thread) })
    }

    /// Gives an order.
    pub fn send(&self, order: T) {
        let _ = self.orders.as_ref().map(|orders| orders.send(order));
    }
}

impl<T> Drop for Writer<T> {
    /// Waits until everything is written.
    fn drop(&mut self) {
        self.orders = None;
        let _ = self.thread.take().map(JoinHandle::join);
    }
}
