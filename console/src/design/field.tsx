import { useId, type ReactNode } from 'react'
import './field.css'

/** What a control needs so that its label, hint and error belong to it. */
export interface FieldParts {
  readonly id: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: true
}

export interface FieldProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly children: (parts: FieldParts) => ReactNode
}

/** A label, a control, and what is said about it. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = error !== undefined || hint !== undefined
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        ...(hasNote && { 'aria-describedby': noteId }),
        ...(error !== undefined && { 'aria-invalid': true as const }),
      })}
      {error !== undefined ? (
        <p id={noteId} className="field-error">
          {error}
        </p>
      ) : (
        hint !== undefined && (
          <p id={noteId} className="field-hint">
            {hint}
          </p>
        )
      )}
    </div>
  )
}
