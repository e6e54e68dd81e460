// What the pages do with a script: follow progress, and copy a key. Everything else is a link or a form.
(() => {
  'use strict';
  const every = 3000; // ms

  // replace puts the parts of a fresh answer in place of the old ones. Parts that are the same stay, so that nobody's place on the page is lost.
  function replace(region, fresh) {
    for (const part of fresh.querySelectorAll('[id]')) {
      const old = region.querySelector('#' + CSS.escape(part.id));
      if (!old || old.isEqualNode(part)) continue;
      const held = old.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
      const put = document.importNode(part, true);
      old.replaceWith(put);
      if (held) for (const link of put.querySelectorAll('a')) if (link.getAttribute('href') === held) link.focus();
    }
  }

  function follow(region) {
    const live = document.querySelector('[data-live]');
    const refresh = document.querySelector('[data-refresh]');
    let said = '';
    const say = () => {
      const now = Array.from(region.querySelectorAll('[data-summary]'), (s) => s.textContent.trim()).join(', ');
      if (now !== said && said !== '' && live) live.textContent = now;
      said = now;
    };
    const ask = async () => {
      if (document.hidden) return true;
      const answer = await fetch(region.dataset.progress, { credentials: 'same-origin', redirect: 'error' });
      if (answer.status === 429 || answer.status === 503) return true;
      if (!answer.ok) return false;
      const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const running = fresh.querySelector('[data-running]');
      if (running && running.dataset.running === 'no' && 'reload' in region.dataset) {
        location.reload();
        return false;
      }
      replace(region, fresh);
      say();
      return running !== null && running.dataset.running === 'yes';
    };
    const again = async () => {
      let more = true;
      try {
        more = await ask();
      } catch {
        if (refresh) refresh.hidden = false; // the server can't be reached: asking goes on, and the link does the same
      }
      if (more) setTimeout(again, every);
      else if (refresh) refresh.hidden = region.querySelector('[data-running="no"]') !== null;
    };
    if (refresh) refresh.hidden = true;
    say();
    setTimeout(again, every);
  }

  for (const region of document.querySelectorAll('[data-progress]')) follow(region);

  for (const button of document.querySelectorAll('[data-copy]')) {
    const from = document.getElementById(button.dataset.copy);
    if (!navigator.clipboard) continue; // over plain HTTP browsers offer none: the field can be marked and copied by hand
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(from.value);
      const live = document.querySelector('[data-live]');
      if (live) live.textContent = button.dataset.copied;
      button.textContent = button.dataset.copied;
    });
  }

  const secret = document.getElementById('secret');
  if (secret) secret.addEventListener('focus', () => secret.select());
})();
