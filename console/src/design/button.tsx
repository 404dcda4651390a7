import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import './button.css'
import { classNames } from './class-names.js'

export type ButtonKind = 'plain' | 'primary' | 'danger' | 'ghost'

export interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: ButtonKind
  readonly icon?: LucideIcon
  /** Shown while the work it started goes on; it cannot be pressed meanwhile. */
  readonly busy?: boolean
}

export function Button({ kind = 'plain', icon: Icon, busy = false, ...rest }: ButtonProps) {
  const { className, children, disabled = false, ...props } = rest
  return (
    <button
      type="button"
      {...props}
      className={classNames('button', `button-${kind}`, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {Icon !== undefined && <Icon aria-hidden size={15} strokeWidth={2} />}
      {children}
    </button>
  )
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Read aloud, and shown on hover. */
  readonly label: string
  readonly icon: LucideIcon
  readonly kind?: ButtonKind
}

export function IconButton({ label, icon: Icon, kind = 'ghost', ...rest }: IconButtonProps) {
  const { className, ...props } = rest
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...props}
      className={classNames('button', 'button-icon', `button-${kind}`, className)}
    >
      <Icon aria-hidden size={16} strokeWidth={2} />
    </button>
  )
}
