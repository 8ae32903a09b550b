/** The page's look. Colours are told apart by people with any colour vision, and have values for light and dark. */
export const style = `
:root {
  color-scheme: light dark;
  --text: #1c2430; --soft: #5a6675; --page: #ffffff; --card: #f5f7f9; --line: #d9dfe5; --faint: #b6bfc9;
  --ours: #0a66b5; --known: #6b7d90; --vendor: #b8500a; --trial: #9aa7b4; --warn: #fff3d6; --bad: #a3262a;
  --converting: #dbe9ff; --mapping: #def3dc; --implementing: #ffe9cf;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e4e9ef; --soft: #9aa7b5; --page: #12171d; --card: #1b222a; --line: #2d3742; --faint: #45525f;
    --ours: #5cb3f5; --known: #8fa2b5; --vendor: #f09a55; --trial: #5d6c7b; --warn: #40351a; --bad: #ff8d8a;
    --converting: #1d3a5f; --mapping: #1f4429; --implementing: #553a17;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 32px 24px 64px; }
h1 { font-size: 30px; line-height: 1.2; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 20px; margin: 44px 0 8px; }
h3 { font-size: 15px; margin: 20px 0 6px; }
p { margin: 6px 0; max-width: 74ch; }
.soft, figcaption { color: var(--soft); font-size: 14px; }
.warn { background: var(--warn); border-radius: 8px; padding: 10px 14px; margin: 14px 0; max-width: none; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(190px, 1fr)); gap: 12px; margin: 20px 0; }
.tile { background: var(--card); border-radius: 10px; padding: 12px 16px; }
.tile b { display: block; font-size: 26px; line-height: 1.25; font-variant-numeric: tabular-nums; }
.tile.main b { color: var(--ours); }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); gap: 24px; align-items: start; }
#design .columns { display: flex; flex-wrap: wrap; }
#design .columns > div { flex: 1 1 520px; min-width: 0; }
#design .columns > figure { max-width: 100%; }
figure { margin: 12px 0; }
figure svg { max-width: 100%; height: auto; }
.drawing text { fill: var(--text); }
.drawing line, .drawing rect { stroke: var(--known); }
.drawing .paper { fill: none; stroke: none; }
.drawing .converting { fill: var(--converting); }
.drawing .mapping { fill: var(--mapping); }
.drawing .implementing { fill: var(--implementing); }
.drawing .unknown { fill: var(--warn); }
.drawing { border: 1px solid var(--line); border-radius: 10px; padding: 4px; overflow-x: auto; width: fit-content; max-width: 100%; }
.key { display: inline-flex; gap: 6px; align-items: center; margin-right: 16px; }
.key i { width: 11px; height: 11px; border-radius: 50%; }
.scroll { overflow: auto; max-height: 560px; border: 1px solid var(--line); border-radius: 10px; }
table { border-collapse: collapse; font-size: 14px; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 5px 10px; border-bottom: 1px solid var(--line); vertical-align: top; }
th { position: sticky; top: 0; background: var(--card); white-space: nowrap; font-weight: 600; }
td.number, th.number { text-align: right; white-space: nowrap; }
td.name { white-space: nowrap; }
td.design { font: 12px/1.5 ui-monospace, monospace; min-width: 360px; }
tr.winner td { font-weight: 600; color: var(--ours); }
tr.failed td { color: var(--bad); }
th button { all: unset; cursor: pointer; }
th button:focus-visible, select:focus-visible, summary:focus-visible { outline: 2px solid var(--ours); outline-offset: 2px; }
th[aria-sort=ascending] button::after { content: ' ↑'; }
th[aria-sort=descending] button::after { content: ' ↓'; }
select { font: inherit; padding: 2px 6px; margin: 6px 0 10px; }
summary { cursor: pointer; padding: 4px 0; }
pre { background: var(--card); border-radius: 10px; padding: 14px 16px; overflow: auto; max-height: 640px; font: 13px/1.5 ui-monospace, monospace; margin: 8px 0; }
footer { margin-top: 48px; border-top: 1px solid var(--line); padding-top: 12px; }
.narrow { display: none; }
@media (max-width: 720px) { .narrow { display: block; } .wide { display: none; } main { padding: 24px 16px 48px; } }
@media print { .scroll, pre { max-height: none; overflow: visible; } }
`;
