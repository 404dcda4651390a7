import { useEffect } from 'react'

/** Ctrl+Z, outside of inputs, which undo what is typed in them. */
export function useUndoKey(undo: (() => void) | undefined): void {
  useEffect(() => {
    if (undo === undefined) return undefined
    const press = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z'
      const inside = event.target instanceof HTMLElement ? event.target : undefined
      if (!isUndo || inside?.closest('input, textarea, select, [role="dialog"]') != null) return
      event.preventDefault()
      undo()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [undo])
}
