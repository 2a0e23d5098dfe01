// The stream of snapshots: opened again whenever it breaks or falls silent.

const RETRY = 1000;
const FIRST_BEAT = 10_000;
// A beat may be late on a busy network before the stream counts as broken.
const PATIENCE = 2.5;

/**
 * Follow the table's stream for as long as the page is open.
 *
 * `onSnapshot` gets each snapshot, the newest first after a gap; `onLive` is told with true or
 * false whether what is shown is current.
 */
export function follow(onSnapshot, onLive) {
  let source;
  let retry;
  let beat = FIRST_BEAT;
  let heard = Date.now();

  function open() {
    clearTimeout(retry);
    source?.close();
    heard = Date.now();
    const opened = (source = new EventSource("/api/events"));
    const alive = () => {
      heard = Date.now();
      onLive(true);
    };
    source.addEventListener("snapshot", (event) => {
      onSnapshot(JSON.parse(event.data));
      alive();
    });
    source.addEventListener("heartbeat", (event) => {
      beat = Number(event.data) * 1000;
      alive();
    });
    // The browser tries again by itself after some errors and never after others: so we do, always.
    source.addEventListener("error", () => {
      opened.close();
      if (opened !== source) return;
      onLive(false);
      clearTimeout(retry);
      retry = setTimeout(open, RETRY);
    });
  }

  function check() {
    // A connection that is only half there reports no error: it just falls silent.
    if (Date.now() - heard > beat * PATIENCE) {
      onLive(false);
      open();
    }
  }

  // Where a tablet slept, time has passed and timers have not: look as soon as it wakes.
  const wake = () => {
    if (document.visibilityState === "visible" && Date.now() - heard > beat * 1.2) open();
  };
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("pageshow", wake);
  window.addEventListener("online", open);
  setInterval(check, 1000);
  open();
}
