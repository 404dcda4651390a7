/** The view of differences behind `DiffView`: one column, removed lines above added ones. */
import { json } from '@codemirror/lang-json'
import { unifiedMergeView } from '@codemirror/merge'
import { EditorView } from '@codemirror/view'
import { useMemo } from 'react'
import type { DiffViewProps } from './diff-view-props.js'
import { named, reading } from './editing.js'
import { editorTheme } from './editor-theme.js'
import { useEditorView } from './use-editor-view.js'

/** Unchanged lines that stay in sight around a change, and how many must hide together. */
const folded = { margin: 3, minSize: 6 }

export function LoadedDiffView({ before, after, label }: DiffViewProps) {
  const changing = useMemo(
    () => [
      named(label),
      unifiedMergeView({
        original: before,
        mergeControls: false,
        gutter: true,
        collapseUnchanged: folded,
      }),
    ],
    [label, before],
  )
  const fixed = () => [json(), editorTheme(), reading(), EditorView.lineWrapping]
  const { place } = useEditorView({ value: after, fixed, changing })
  return <div className="text-editor" ref={place} />
}
