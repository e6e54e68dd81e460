// Runs in a world of its own: what the page's scripts have put in place of the browser's functions isn't seen here. Named elements are, so document is
// asked through its prototype.
(() => {
  const all = selector => Document.prototype.querySelectorAll.call(document, selector);
  const visible = element => {
    const box = element.getBoundingClientRect();
    return box.width >= 8 && box.height >= 8 && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const seen = {};
  for (const [thing, selector] of Object.entries({
    heading: 'h1, h2, h3, [role=heading]',
    text: 'p, li, dd, td, blockquote',
    link: 'a[href]',
    button: 'button, [role=button], input[type=submit], input[type=button]',
    field: 'input:not([type=hidden], [type=submit], [type=button]), textarea, select',
    image: 'img, svg, canvas',
    video: 'video, iframe',
    navigation: 'nav, [role=navigation]',
    dialog: 'dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]',
  })) {
    let count = 0;
    for (const element of all(selector)) {
      if (visible(element) && ++count === 99) break;
    }
    if (count > 0) seen[thing] = count;
  }
  // Shifts come in sessions: at most 5 s long, with gaps below 1 s; the worst one counts.
  let shift = 0, session = 0, first = 0, last = 0;
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'layout-shift', buffered: true });
  for (const entry of observer.takeRecords()) {
    if (entry.hadRecentInput) continue;
    if (entry.startTime - last > 1000 || entry.startTime - first > 5000) [session, first] = [0, entry.startTime];
    last = entry.startTime;
    shift = Math.max(shift, session += entry.value);
  }
  observer.disconnect();
  const root = all(':root')[0];
  return { shift, seen, html: root.outerHTML.slice(0, HTML), text: root.innerText.slice(0, TEXT) };
})()
