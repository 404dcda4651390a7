import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import './notice.css'

export type NoticeTone = 'info' | 'ok' | 'warn'

const icons = { info: Info, ok: CircleCheck, warn: TriangleAlert }

export interface NoticeProps {
  readonly tone?: NoticeTone
  readonly children: ReactNode
  readonly action?: ReactNode
}

/** Something worth knowing that is no error. */
export function Notice({ tone = 'info', children, action }: NoticeProps) {
  const Icon = icons[tone]
  return (
    <div className={`notice notice-${tone}`} role="note">
      <Icon aria-hidden className="notice-icon" size={16} />
      <div className="notice-words">{children}</div>
      {action}
    </div>
  )
}
