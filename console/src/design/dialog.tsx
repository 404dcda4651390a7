import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from './button.js'
import { classNames } from './class-names.js'
import './dialog.css'

export interface DialogProps {
  readonly title: string
  /** One sentence below the title. */
  readonly description?: ReactNode
  readonly open: boolean
  readonly onClose: () => void
  readonly size?: 'small' | 'wide'
  readonly children?: ReactNode
  /** Its buttons; the one that acts comes last. */
  readonly footer?: ReactNode
}

export function Dialog(props: DialogProps) {
  const { title, description, open, onClose, size = 'small', children, footer } = props
  return (
    <Primitive.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="dialog-shade" />
        <Primitive.Content
          className={classNames('dialog', `dialog-${size}`)}
          {...(description === undefined && { 'aria-describedby': undefined })}
        >
          <header className="dialog-head">
            <Primitive.Title className="dialog-title">{title}</Primitive.Title>
            <Primitive.Close asChild>
              <IconButton label="Close" icon={X} />
            </Primitive.Close>
          </header>
          <div className="dialog-body">
            {description !== undefined && (
              <Primitive.Description className="dialog-description">
                {description}
              </Primitive.Description>
            )}
            {children}
          </div>
          {footer !== undefined && <footer className="dialog-foot">{footer}</footer>}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
