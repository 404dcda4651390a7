import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import './empty-state.css'

export interface EmptyStateProps {
  readonly icon?: LucideIcon
  /** One sentence. */
  readonly title: string
  readonly children?: ReactNode
  /** One button. */
  readonly action?: ReactNode
}

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      {Icon !== undefined && (
        <Icon aria-hidden className="empty-icon" size={28} strokeWidth={1.5} />
      )}
      <p className="empty-title">{title}</p>
      {children !== undefined && <div className="empty-text">{children}</div>}
      {action}
    </div>
  )
}
