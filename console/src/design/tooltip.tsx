import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import './tooltip.css'

/** More about a thing that can take the focus; nothing that is needed is said here alone. */
export function Tooltip({
  text,
  children,
}: {
  readonly text: ReactNode
  readonly children: ReactNode
}) {
  return (
    <Primitive.Provider delayDuration={300}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content className="tooltip" sideOffset={6} collisionPadding={8}>
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}
