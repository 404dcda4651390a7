import { useId, type ReactNode } from 'react'
import './panel.css'

export interface PanelProps {
  readonly title?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A group of things that belong together. */
export function Panel({ title, actions, children }: PanelProps) {
  const id = useId()
  return (
    <section className="panel" {...(title !== undefined && { 'aria-labelledby': id })}>
      {title !== undefined && (
        <header className="panel-head">
          <h2 id={id}>{title}</h2>
          {actions !== undefined && <div className="panel-actions">{actions}</div>}
        </header>
      )}
      <div className="panel-body">{children}</div>
    </section>
  )
}

/** Names and what they are: a description list in two columns. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, fact]) => (
        <div key={name} className="facts-row">
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}
