import type { ServerResponse } from 'node:http';
import { openLoopbackSite, type LoopbackSite } from './loopback-site.ts';

/** Everything that a viewer can do something with, at places that are known. */
const PAGE = `<!doctype html><meta charset="utf-8"><title>Driven</title>
<style>
  body { margin: 0; height: 3000px; font: 20px/30px sans-serif; background: #fff }
  body > * { position: absolute; left: 20px; width: 200px; height: 40px; box-sizing: border-box; margin: 0 }
  #colour { top: 0; left: 300px; width: 100px; height: 100px; background: rgb(255, 0, 0) }
  #button { top: 20px } #text { top: 80px } #list { top: 140px } #date { top: 200px } #hue { top: 260px }
  #file { top: 320px } #ask { top: 380px } #area { top: 440px; height: 80px }
  #frame { top: 20px; left: 500px; width: 300px; height: 200px; border: 10px solid #888 }
  #tap { top: 540px }
</style>
<button id="button">Press</button><input id="text">
<label for="list" style="left:230px;top:140px;width:60px">Size <b>of it</b></label><select id="list"><optgroup label="Small"><option>One<option>Two</optgroup><option disabled>Three<option>Four</select>
<input id="date" type="date"><input id="hue" type="color"><input id="file" type="file" multiple>
<button id="ask">Ask</button><textarea id="area"></textarea><div id="colour"></div>
<button id="tap">Tap</button>
<script>
  window.told = [];
  const $ = (id) => document.getElementById(id);
  $('button').onclick = () => { told.push('clicked'); $('colour').style.background = 'rgb(0, 0, 255)'; };
  $('button').oncontextmenu = () => told.push('right');
  $('ask').onclick = () => told.push('answer ' + prompt('Your name?', 'nobody'));
  for (const id of ['list', 'date', 'hue'])
    for (const type of ['input', 'change']) $(id).addEventListener(type, (event) => told.push(id + ' ' + type + ' ' + $(id).value));
  $('file').onchange = async () => { for (const file of $('file').files) told.push(file.name + ' ' + file.type + ' ' + await file.text()); };
  for (const type of ['compositionstart', 'compositionend']) $('text').addEventListener(type, (event) => told.push(type + ' ' + event.data));
  for (const type of ['touchstart', 'click']) $('tap').addEventListener(type, () => told.push('tap ' + type));
  document.addEventListener('copy', () => told.push('copied'));
</script>`;

const FRAME = `<!doctype html><meta charset="utf-8"><body style="margin:0"><select id="inner" style="position:absolute;left:10px;top:10px;width:150px;height:40px">
<option>Red<option>Green</select><script>document.getElementById('inner').onchange = (e) => document.title = e.target.value;
addEventListener('message', (e) => e.source.postMessage(document.title, '*'))</script>`;

/** A moving page: each picture differs from the last one. */
const MOVING = `<!doctype html><title>Moving</title><style>
  body { margin: 0; background: #fff } i { position: fixed; inset: 0; animation: move 1s linear infinite;
  background: repeating-linear-gradient(90deg, #246 0 40px, #fff 40px 80px) } @keyframes move { to { transform: translateX(80px) } }
</style><i></i><button style="position:fixed;left:20px;top:20px;width:200px;height:80px;background:#fff">Press</button>`;

/** A page that stands still until it is pressed. */
const PRESSED = `<!doctype html><title>Pressed</title><body style="margin:0;height:100vh;background:#fff"><script>
  let count = 0;
  document.onmousedown = () => { document.body.style.background = ++count % 2 ? '#246' : '#fff'; };
</script>`;

/** `/held` is answered when somebody asks for `/release`. */
export async function openDrivenSite(): Promise<LoopbackSite> {
  const held: ServerResponse[] = [];
  return openLoopbackSite(({ url = '/' }, response) => {
    if (url === '/held') return void held.push(response);
    if (url === '/release') for (const each of held.splice(0)) each.end();
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const pages: Record<string, string> = {
      '/frame': FRAME,
      '/moving': MOVING,
      '/pressed': PRESSED,
      '/second': '<title>Second</title>Two',
    };
    response.end(pages[url] ?? PAGE);
  });
}
