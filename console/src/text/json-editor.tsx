/** An editor for JSON; CodeMirror is loaded when the first one is shown. */
import { lazy, Suspense } from 'react'
import './text-editor.css'
import type { JsonEditorProps } from './json-editor-props.js'
import { PlainText } from './plain-text.js'

const Loaded = lazy(async () => {
  const { LoadedJsonEditor } = await import('./loaded-json-editor.js')
  return { default: LoadedJsonEditor }
})

export function JsonEditor(props: JsonEditorProps) {
  return (
    <Suspense fallback={<PlainText text={props.value} />}>
      <Loaded {...props} />
    </Suspense>
  )
}
