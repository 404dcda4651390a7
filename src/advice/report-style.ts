/** How the page of a report looks, by day and by night. Series differ in colour and in their dashes. */
export const reportStyle = `
:root { color-scheme: light dark; --ink: #1c2024; --dim: #5b6570; --paper: #fff; --card: #f5f6f8; --line: #d5d9de;
  --read: #0b62b8; --write: #b34700; --save: #1a7f4b; --grid: #e3e6ea; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --dim: #a3acb6; --paper: #14171a; --card: #1d2125;
  --line: #363c43; --read: #6db3f8; --write: #ffa05c; --save: #5bcf93; --grid: #2a2f35; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; margin: 0; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
p { margin: .25rem 0; overflow-wrap: anywhere; }
.lead, .notes { color: var(--dim); }
.notes { font-size: .9rem; padding-left: 1.25rem; }
.sum { font-size: 1.15rem; font-weight: 600; }
section { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem 1.25rem; margin: 1rem 0; }
ol { padding-left: 1.25rem; } li { margin: .5rem 0; }
.action { font-weight: 500; }
svg { display: block; width: 100%; height: auto; margin: .75rem 0; }
svg text { font: 12px system-ui, sans-serif; fill: var(--dim); }
svg .name { fill: var(--ink); }
.grid { stroke: var(--grid); } .axis { stroke: var(--line); }
.read { stroke: var(--read); fill: none; stroke-width: 2; }
.write { stroke: var(--write); fill: none; stroke-width: 2; stroke-dasharray: 6 3; }
.kept { fill: var(--read); } .saved { fill: var(--save); }
table { border-collapse: collapse; width: 100%; font-size: .9rem; margin-top: .5rem; }
th, td { text-align: left; padding: .25rem .5rem; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--dim); } td:last-child, th:last-child { text-align: right; }
details { margin-top: .5rem; } summary { cursor: pointer; }
`
