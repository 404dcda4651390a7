/** Short news that go away by themselves: what was saved, and how to undo it. */
import { X } from 'lucide-react'
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react'
import { Button, IconButton } from '../design/button.js'
import './toasts.css'

export interface Toast {
  readonly text: ReactNode
  readonly tone?: 'plain' | 'danger'
  readonly action?: { readonly label: string; readonly onSelect: () => void }
}

export type ShowToast = (toast: Toast) => void

const shownMs = 10_000
const shownMost = 4

const Context = createContext<ShowToast>(() => undefined)

export function useToasts(): ShowToast {
  return useContext(Context)
}

interface Shown extends Toast {
  readonly id: number
}

let lastId = 0

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Shown[]>([])
  const drop = useCallback((id: number) => {
    setToasts((now) => now.filter((toast) => toast.id !== id))
  }, [])
  const show = useCallback<ShowToast>(
    (toast) => {
      lastId += 1
      const id = lastId
      setToasts((now) => [...now, { ...toast, id }].slice(-shownMost))
      setTimeout(() => drop(id), shownMs)
    },
    [drop],
  )
  const list = useMemo(
    () => toasts.map((toast) => ({ toast, close: () => drop(toast.id) })),
    [toasts, drop],
  )
  return (
    <Context value={show}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {list.map(({ toast, close }) => (
          <div key={toast.id} className={`toast toast-${toast.tone ?? 'plain'}`}>
            <span className="toast-text">{toast.text}</span>
            {toast.action !== undefined && (
              <Button
                onClick={() => {
                  toast.action?.onSelect()
                  close()
                }}
              >
                {toast.action.label}
              </Button>
            )}
            <IconButton label="Dismiss" icon={X} onClick={close} />
          </div>
        ))}
      </div>
    </Context>
  )
}
