// How the page can be used on a telephone: contrast, sizes of text and of what is tapped, what lies over it. Runs beside measure.js, and after it.
// Every list is bounded, and so is every text that leaves the page. Where something can't be decided it is left out: nothing here is to blame a page
// for what isn't so.
(() => {
  const style = element => getComputedStyle(element);
  const up = Object.getOwnPropertyDescriptor(Node.prototype, 'parentElement').get; // a form's fields may be named so
  const parent = element => up.call(element);
  const query = (selector, most) => {
    const found = [];
    for (const element of Document.prototype.querySelectorAll.call(document, selector)) {
      if (found.push(element) === most) break;
    }
    return found;
  };
  const root = query(':root', 1)[0];
  const clip = text => text.replace(/\s+/g, ' ').trim().slice(0, 80);
  const shown = element => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const name = element => {
    const id = element.getAttribute('id'), first = (element.getAttribute('class') || '').trim().split(/\s+/)[0];
    return (element.localName + (id ? '#' + id : first ? '.' + first : '')).slice(0, 80);
  };
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

  // Colours: sRGB as rgb() and rgba() only; others aren't decided.
  const colour = text => {
    const parts = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text);
    return parts && [+parts[1], +parts[2], +parts[3], parts[4] === undefined ? 1 : +parts[4]];
  };
  const over = (front, back) => [0, 1, 2].map(i => front[i] * front[3] + back[i] * (1 - front[3])).concat(1);
  const luminance = rgb => { // WCAG 2.2, relative luminance
    const [r, g, b] = rgb.map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => {
    const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (light + 0.05) / (dark + 0.05);
  };

  // What may lie behind text without being one of its ancestors: pictures, and whatever is taken out of the flow.
  const layers = [];
  for (const element of query('body *', 5000)) {
    const s = style(element);
    const picture = /^(img|video|canvas|svg|iframe|object|embed|picture)$/.test(element.localName);
    const loose = s.position !== 'static' && (s.backgroundImage !== 'none' || s.backgroundColor !== 'rgba(0, 0, 0, 0)');
    if ((picture || loose) && layers.length < 400) layers.push([element, element.getBoundingClientRect()]);
  }
  const background = (element, box) => {
    const colours = [];
    for (let at = element; at; at = parent(at)) {
      const s = style(at);
      if (s.backgroundImage !== 'none' || s.opacity !== '1' || s.filter !== 'none' || s.mixBlendMode !== 'normal' || s.maskImage !== 'none') return null;
      const c = colour(s.backgroundColor);
      if (!c) return null;
      if (c[3] > 0) colours.push(c);
      if (c[3] === 1) break;
    }
    const bottom = colours.at(-1);
    if (layers.some(([layer, at]) => meet(at, box) && !layer.contains(element) && !element.contains(layer))) return null;
    return colours.reduceRight((back, front) => over(front, back), bottom && bottom[3] === 1 ? bottom : [255, 255, 255, 1]);
  };

  const text = { characters: 0, small: 0 };
  const contrast = { texts: 0, low: 0, worst: [] };
  const walker = Document.prototype.createTreeWalker.call(document, root, NodeFilter.SHOW_TEXT);
  const range = new Range();
  for (let node, count = 0; (node = walker.nextNode()) && count < 4000;) {
    const words = node.data.trim(), element = parent(node);
    if (!words || !element || /^(script|style|noscript|template|option|textarea|title)$/.test(element.localName) || !shown(element)) continue;
    count++;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || box.right <= 0 || box.bottom + scrollY <= 0) continue;
    const s = style(element), size = parseFloat(s.fontSize);
    if (element.closest('svg') || s.clip !== 'auto' || s.clipPath !== 'none') continue;
    text.characters += words.length;
    if (size < 12) text.small += words.length;
    if (element.closest(':disabled, [aria-disabled=true], [inert]') || s.textShadow !== 'none' || s.webkitTextFillColor !== s.color) continue;
    if (!/[\p{L}\p{N}]/u.test(words)) continue; // an icon of a font
    const front = colour(s.color), back = front && background(element, box);
    if (!back) continue;
    contrast.texts++;
    const least = size >= 24 || size >= 18.66 && +s.fontWeight >= 700 ? 3 : 4.5;
    const has = Math.floor(ratio(over(front, back), back) * 100) / 100;
    if (has < least) {
      contrast.low++;
      contrast.worst.push({ ratio: has, least, where: name(element), text: clip(words) });
    }
  }
  contrast.worst = contrast.worst.sort((a, b) => a.ratio / a.least - b.ratio / b.least).slice(0, 5);

  // WCAG 2.2, 2.5.8, as axe-core's target-size has it: 24 by 24, or a circle of 24 around its middle that no other one's circle and no other target meets.
  // Exempt are links and fields in lines of text, boxes as the browser draws them, and links to one and the same address beside each other.
  const inSentence = element => {
    if (!style(element).display.startsWith('inline')) return false;
    let block = parent(element);
    while (block && style(block).display.startsWith('inline')) block = parent(block);
    const said = (node, most) => { // text of the block's own lines, outside of links
      let length = 0;
      for (const child of node.childNodes) {
        if (child.nodeType === Node.TEXT_NODE) length += child.data.trim().length;
        else if (child.nodeType === Node.ELEMENT_NODE && most > 0 && !child.matches('a, button, script, style') && style(child).display.startsWith('inline')) length += said(child, most - 1);
      }
      return length;
    };
    return block !== null && said(block, 8) > 3;
  };
  const targets = [];
  for (const element of query('a[href], area[href], button, input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea, summary, [role=button], [role=link], [role=tab], [role=menuitem]', 1500)) {
    const box = element.getBoundingClientRect();
    if (!shown(element) || box.width < 2 || box.height < 2 || box.right <= 0 || box.left >= innerWidth || box.bottom + scrollY <= 0) continue;
    if (element.matches(':disabled') || style(element).pointerEvents === 'none') continue;
    let all = box; // a link's picture may be larger than its line
    for (const child of element.querySelectorAll('img, svg, span, div')) {
      const b = child.getBoundingClientRect();
      if (b.width > 0 && b.height > 0) all = { left: Math.min(all.left, b.left), right: Math.max(all.right, b.right), top: Math.min(all.top, b.top), bottom: Math.max(all.bottom, b.bottom) };
    }
    const small = all.right - all.left < 24 || all.bottom - all.top < 24;
    targets.push({ element, leads: element.getAttribute('href'), all, small, x: (all.left + all.right) / 2, y: (all.top + all.bottom) / 2 });
  }
  const near = (a, b) => {
    if (a.element.contains(b.element) || b.element.contains(a.element) || a.leads !== null && a.leads === b.leads) return false;
    const away = Math.hypot(Math.max(b.all.left - a.x, 0, a.x - b.all.right), Math.max(b.all.top - a.y, 0, a.y - b.all.bottom));
    return away < 12 || b.small && Math.hypot(a.x - b.x, a.y - b.y) < 24;
  };
  const taps = { targets: targets.length, small: 0, worst: [] };
  for (const target of targets.filter(t => t.small).slice(0, 500)) {
    if (inSentence(target.element) || !targets.some(other => other !== target && near(target, other))) continue;
    taps.small++;
    if (taps.worst.length < 5) {
      taps.worst.push({
        width: Math.round(target.all.right - target.all.left), height: Math.round(target.all.bottom - target.all.top), where: name(target.element),
        text: clip(target.element.textContent),
      });
    }
  }

  // What lies over the screen: at 16 by 32 points, what is fixed or a dialog, with something of the page beneath. Under a modal
  // dialog there is nothing to be found.
  const covers = new Map();
  const columns = 16, rows = 32;
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < rows; j++) {
      const stack = Document.prototype.elementsFromPoint.call(document, (i + 0.5) * innerWidth / columns, (j + 0.5) * innerHeight / rows);
      let cover = null;
      for (let at = stack[0]; at && at !== root; at = parent(at)) {
        if (style(at).position === 'fixed' || at.matches('dialog, [role=dialog], [role=alertdialog], [aria-modal=true]')) cover = at;
      }
      if (!cover) continue;
      const beneath = stack.find(e => !cover.contains(e) && !e.contains(cover));
      if (beneath || cover.matches(':modal')) covers.set(cover, (covers.get(cover) || 0) + 1);
    }
  }
  const overlay = { share: 0, where: '', text: '' };
  for (const [cover, points] of covers) {
    overlay.text += ' ' + clip(cover.innerText || '');
    if (points / columns / rows > overlay.share) {
      overlay.share = points / columns / rows;
      overlay.where = name(cover);
    }
  }
  overlay.text = overlay.text.trim().slice(0, 300);
  return { text, contrast, taps, overlay };
})()
