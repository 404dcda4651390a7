import type { ReactNode } from 'react'
import './badge.css'

export type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'danger'

export interface BadgeProps {
  readonly tone?: Tone
  /** A mark before the text, for states. */
  readonly dot?: boolean
  readonly children: ReactNode
}

export function Badge({ tone = 'neutral', dot = false, children }: BadgeProps) {
  return (
    <span className={`badge badge-${tone}`}>
      {dot && <span className="badge-dot" aria-hidden />}
      {children}
    </span>
  )
}
