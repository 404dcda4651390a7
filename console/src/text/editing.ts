/** What every editor of text can do: undo, folding, search, brackets, problems in the margin. */
import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, Prec, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import type { TextProblem } from './text-problem.js'

/** Tab is left to the browser: it leads out of the editor, as it does out of every field. */
export function editing(): Extension {
  return [
    lineNumbers(),
    highlightSpecialChars(),
    foldGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    search({ top: true }),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
    ]),
  ]
}

export function reading(): Extension {
  return [
    lineNumbers(),
    highlightSpecialChars(),
    foldGutter(),
    drawSelection(),
    search({ top: true }),
    EditorState.readOnly.of(true),
    keymap.of([...defaultKeymap, ...searchKeymap, ...foldKeymap]),
  ]
}

/** It can be reached by keys, also where it only scrolls. */
export function named(label: string): Extension {
  return EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' })
}

/** Before all other keys. */
export function onSubmitKey(submit: () => void): Extension {
  const run = () => {
    submit()
    return true
  }
  return Prec.highest(keymap.of([{ key: 'Mod-Enter', run }]))
}

export function problemMargin(): Extension {
  return lintGutter()
}

export function showProblems(view: EditorView, problems: readonly TextProblem[]): void {
  const end = view.state.doc.length
  const diagnostics: Diagnostic[] = problems.map(({ from, to, message, severity = 'error' }) => ({
    from: Math.min(from, end),
    to: Math.min(Math.max(from, to), end),
    message,
    severity,
  }))
  view.dispatch(setDiagnostics(view.state, diagnostics))
}
