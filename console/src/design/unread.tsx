import { Fault } from '../api/fault.js'
import './unread.css'

/** In the place of a value that could not be read: that there is none would be another answer. */
export function Unread({ error }: { readonly error: unknown }) {
  const isDenied = error instanceof Fault && error.kind === 'denied'
  const message = error instanceof Error ? error.message : String(error)
  return (
    <span className="unread" title={message}>
      {isDenied ? 'not allowed' : 'not known'}
    </span>
  )
}
