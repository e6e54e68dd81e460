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
  const root = all(':root')[0];
  return { seen, html: root.outerHTML.slice(0, HTML), text: root.innerText.slice(0, TEXT) };
})()
