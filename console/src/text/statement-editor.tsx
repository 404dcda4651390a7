/** An editor for PartiQL; CodeMirror is loaded when the first one is shown. */
import { lazy, Suspense } from 'react'
import './text-editor.css'
import { PlainText } from './plain-text.js'
import type { StatementEditorProps } from './statement-editor-props.js'

const Loaded = lazy(async () => {
  const { LoadedStatementEditor } = await import('./loaded-statement-editor.js')
  return { default: LoadedStatementEditor }
})

export function StatementEditor(props: StatementEditorProps) {
  return (
    <Suspense fallback={<PlainText text={props.value} />}>
      <Loaded {...props} />
    </Suspense>
  )
}
