/** How CodeMirror looks: the colours and sizes of the design, so it follows light and dark by itself. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { styleNonce } from '../design/style-nonce.js'

const surfaces = EditorView.theme({
  '&': {
    color: 'var(--text)',
    backgroundColor: 'var(--bg)',
    fontSize: 'var(--size-data)',
    height: '100%',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--accent)', padding: 'var(--space-2) 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'var(--selected)' },
  '.cm-activeLine': { backgroundColor: 'var(--surface)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--changed)' },
  '.cm-placeholder': { color: 'var(--faint)' },
  '.cm-gutters': {
    color: 'var(--faint)',
    backgroundColor: 'var(--bg)',
    borderRight: '1px solid var(--hairline)',
  },
  '.cm-activeLineGutter': { color: 'var(--text)', backgroundColor: 'var(--surface)' },
  '.cm-foldPlaceholder': {
    color: 'var(--muted)',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--hairline)',
    padding: '0 var(--space-1)',
  },
  '&.cm-focused .cm-matchingBracket': {
    color: 'inherit',
    backgroundColor: 'var(--selected)',
    outline: '1px solid var(--outline)',
  },
  '&.cm-focused .cm-nonmatchingBracket': {
    color: 'var(--danger)',
    backgroundColor: 'var(--removed)',
  },
})

const overlays = EditorView.theme({
  '.cm-panels': { color: 'var(--text)', backgroundColor: 'var(--surface)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--hairline)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--hairline)' },
  '.cm-panel.cm-search': {
    padding: 'var(--space-2) var(--space-3)',
    fontSize: 'var(--size-label)',
  },
  '.cm-panel.cm-search label': { fontSize: 'var(--size-label)' },
  '.cm-textfield, .cm-button': {
    color: 'var(--text)',
    backgroundColor: 'var(--raised)',
    backgroundImage: 'none',
    border: '1px solid var(--outline)',
    borderRadius: 'var(--radius)',
    fontSize: 'var(--size-label)',
  },
  '.cm-panel.cm-search [name=close]': { color: 'var(--muted)' },
  '.cm-searchMatch': { backgroundColor: 'var(--changed)' },
  '.cm-searchMatch.cm-searchMatch-selected': {
    backgroundColor: 'var(--selected)',
    outline: '1px solid var(--accent)',
  },
  '.cm-tooltip': {
    color: 'var(--text)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--hairline)',
    borderRadius: 'var(--radius)',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mono)',
    fontSize: 'var(--size-data)',
    maxHeight: '16em',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px var(--space-2)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--text)',
    backgroundColor: 'var(--selected)',
  },
  '.cm-completionDetail': { color: 'var(--muted)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { color: 'var(--accent)', textDecoration: 'none' },
  '.cm-diagnostic': { padding: 'var(--space-1) var(--space-2)', fontSize: 'var(--size-label)' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--danger)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--warn)' },
})

const differences = EditorView.theme({
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--removed)' },
  '&.cm-merge-b .cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--added)' },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'none',
    boxShadow: 'inset 0 -2px var(--danger)',
  },
  '&.cm-merge-b .cm-changedText': { background: 'none', boxShadow: 'inset 0 -2px var(--ok)' },
  '.cm-deletedLine, .cm-deletedLine del': { textDecoration: 'none' },
  '.cm-collapsedLines': {
    color: 'var(--muted)',
    background: 'var(--surface)',
    borderBlock: '1px solid var(--hairline)',
  },
})

const words = [
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.propertyName, tags.special(tags.string)], color: 'var(--text)' },
  { tag: tags.string, color: 'var(--ok)' },
  { tag: tags.number, color: 'var(--number)' },
  { tag: [tags.bool, tags.null], color: 'var(--bool)' },
  { tag: [tags.standard(tags.name), tags.typeName], color: 'var(--bool)' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: 'var(--faint)' },
  { tag: [tags.punctuation, tags.operator], color: 'var(--muted)' },
  { tag: tags.invalid, color: 'var(--danger)' },
]

export function editorTheme(): Extension {
  return [
    EditorView.cspNonce.of(styleNonce()),
    surfaces,
    overlays,
    differences,
    syntaxHighlighting(HighlightStyle.define(words)),
  ]
}
