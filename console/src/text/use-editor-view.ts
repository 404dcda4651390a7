/** A CodeMirror view in an element of React, with a value that either side may change. */
import { Compartment, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useRef, type RefObject } from 'react'

export interface EditorViewSettings {
  readonly value: string
  readonly onChange?: ((value: string) => void) | undefined
  /** Read once, when the view is made. */
  readonly fixed: () => Extension
  /** What may change while the view lives; a new value reconfigures the view. */
  readonly changing: Extension
}

export interface EditorPlace {
  readonly place: RefObject<HTMLDivElement | null>
  /** Undefined before the view is made. */
  readonly view: RefObject<EditorView | undefined>
}

export function useEditorView({
  value,
  onChange,
  fixed,
  changing,
}: EditorViewSettings): EditorPlace {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const known = useRef(value)
  const tell = useRef(onChange)
  const compartment = useRef(new Compartment())

  useEffect(() => {
    const listener = EditorView.updateListener.of(({ docChanged, state }) => {
      if (!docChanged) return
      const text = state.doc.toString()
      if (text === known.current) return
      known.current = text
      tell.current?.(text)
    })
    const made = new EditorView({
      doc: known.current,
      extensions: [fixed(), compartment.current.of(changing), listener],
      parent: place.current!,
    })
    view.current = made
    return () => made.destroy()
  }, [])

  useEffect(() => {
    tell.current = onChange
  }, [onChange])

  useEffect(() => {
    view.current?.dispatch({ effects: compartment.current.reconfigure(changing) })
  }, [changing])

  useEffect(() => {
    if (value === known.current) return
    known.current = value
    const length = view.current?.state.doc.length ?? 0
    view.current?.dispatch({ changes: { from: 0, to: length, insert: value } })
  }, [value])

  return { place, view }
}
