/** Two texts and what differs; CodeMirror is loaded when the first one is shown. */
import { lazy, Suspense } from 'react'
import type { DiffViewProps } from './diff-view-props.js'
import { PlainText } from './plain-text.js'
import './text-editor.css'

const Loaded = lazy(async () => {
  const { LoadedDiffView } = await import('./loaded-diff-view.js')
  return { default: LoadedDiffView }
})

export function DiffView(props: DiffViewProps) {
  return (
    <Suspense fallback={<PlainText text={props.after} />}>
      <Loaded {...props} />
    </Suspense>
  )
}
