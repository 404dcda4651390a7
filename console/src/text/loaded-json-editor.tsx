/** The editor of JSON behind `JsonEditor`. */
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { linter } from '@codemirror/lint'
import { EditorView } from '@codemirror/view'
import { useEffect, useMemo } from 'react'
import { editing, named, onSubmitKey, problemMargin, reading, showProblems } from './editing.js'
import { editorTheme } from './editor-theme.js'
import type { JsonEditorProps } from './json-editor-props.js'
import { useEditorView } from './use-editor-view.js'

export function LoadedJsonEditor({
  value,
  onChange,
  errors,
  label,
  readOnly = false,
  onSubmit,
}: JsonEditorProps) {
  const changing = useMemo(
    () => [
      named(label),
      readOnly ? reading() : [editing(), problemMargin()],
      errors === undefined && !readOnly ? linter(jsonParseLinter()) : [],
      onSubmit === undefined ? [] : onSubmitKey(onSubmit),
    ],
    [label, readOnly, errors === undefined, onSubmit],
  )
  const fixed = () => [json(), editorTheme(), EditorView.lineWrapping]
  const { place, view } = useEditorView({ value, onChange, fixed, changing })

  useEffect(() => {
    if (errors !== undefined && view.current !== undefined) showProblems(view.current, errors)
  }, [errors])

  return <div className="text-editor" ref={place} />
}
