/** The editor of statements behind `StatementEditor`. */
import { autocompletion, type Completion, type CompletionContext } from '@codemirror/autocomplete'
import { SQLDialect } from '@codemirror/lang-sql'
import { EditorView, placeholder } from '@codemirror/view'
import { useEffect, useMemo, useRef } from 'react'
import { completeStatement, type StatementOffer } from './complete-statement.js'
import { editing, named, onSubmitKey, problemMargin, showProblems } from './editing.js'
import { editorTheme } from './editor-theme.js'
import type { StatementEditorProps } from './statement-editor-props.js'
import type { StatementSchema } from './statement-schema.js'
import { functionWords, keywordText } from './statement-words.js'
import { useEditorView } from './use-editor-view.js'

const dialect = {
  keywords: keywordText,
  builtin: functionWords.join(' '),
  types: 'null true false',
  identifierQuotes: '"',
  operatorChars: '*+-%<>!=/|',
}

export function LoadedStatementEditor(props: StatementEditorProps) {
  const { value, onChange, schema, problems, label, onCursor, onSubmit } = props
  const latest = useRef({ schema, onCursor, onSubmit })
  useEffect(() => {
    latest.current = { schema, onCursor, onSubmit }
  })
  const changing = useMemo(() => named(label), [label])
  const fixed = () => [
    SQLDialect.define(dialect).extension,
    editorTheme(),
    editing(),
    problemMargin(),
    EditorView.lineWrapping,
    placeholder('SELECT * FROM "Table" WHERE key = \'value\''),
    autocompletion({
      override: [(context) => completionsAt(context, latest.current.schema)],
      icons: false,
    }),
    onSubmitKey(() => latest.current.onSubmit?.()),
    EditorView.updateListener.of(({ selectionSet, docChanged, state }) => {
      if (selectionSet || docChanged) latest.current.onCursor?.(state.selection.main.head)
    }),
  ]
  const { place, view } = useEditorView({ value, onChange, fixed, changing })

  useEffect(() => {
    if (view.current !== undefined) showProblems(view.current, problems ?? [])
  }, [problems])

  return <div className="text-editor" ref={place} />
}

function completionsAt({ state, pos, explicit }: CompletionContext, schema: StatementSchema) {
  const found = completeStatement(state.doc.toString(), pos, schema)
  if (found === undefined || found.offers.length === 0) return null
  const isAsked = explicit || found.from < pos || state.sliceDoc(pos - 1, pos) === '.'
  if (!isAsked) return null
  const isQuoted = state.sliceDoc(found.from, found.from + 1) === '"'
  return {
    from: found.from,
    to: found.to,
    options: found.offers.map((offer) => completionOf(offer, isQuoted)),
  }
}

const ranks = { table: 3, index: 3, attribute: 3, function: 1, keyword: 0 }

/** Behind an opening quote the label has one too, so that it matches what was typed. */
function completionOf(
  { label, apply = label, kind, detail }: StatementOffer,
  isQuoted: boolean,
): Completion {
  const shown = isQuoted ? `"${label}"` : label
  return {
    label: shown,
    apply: isQuoted && !apply.startsWith('"') ? shown : apply,
    type: kind,
    boost: ranks[kind],
    ...(detail !== undefined && { detail }),
  }
}
