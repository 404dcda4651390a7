import type { LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.js'
import './menu.css'

export interface MenuEntry {
  readonly label: string
  readonly icon?: LucideIcon
  /** Shown at the right: a key, a count. */
  readonly note?: string
  readonly danger?: boolean
  readonly disabled?: boolean
  /** For entries that are on or off. */
  readonly checked?: boolean
  readonly onSelect: () => void
}

export interface MenuProps {
  /** A button; it gets the state of the menu. */
  readonly trigger: ReactNode
  /** Groups are divided by a line. */
  readonly groups: readonly (readonly MenuEntry[])[]
  readonly align?: 'start' | 'end'
}

export function Menu({ trigger, groups, align = 'end' }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align={align} sideOffset={4} collisionPadding={8}>
          {groups
            .filter((group) => group.length > 0)
            .map((group, at) => (
              <DropdownMenu.Group key={at} className="menu-group">
                {group.map((entry) => (
                  <Entry key={entry.label} entry={entry} />
                ))}
              </DropdownMenu.Group>
            ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function Entry({ entry }: { readonly entry: MenuEntry }) {
  const { label, icon: Icon, note, danger = false, disabled = false, checked, onSelect } = entry
  const className = classNames('menu-entry', danger && 'menu-danger')
  const inside = (
    <>
      <span className="menu-icon">
        {checked === true && '✓'}
        {Icon !== undefined && <Icon aria-hidden size={15} />}
      </span>
      <span className="menu-label">{label}</span>
      {note !== undefined && <span className="menu-note">{note}</span>}
    </>
  )
  if (checked !== undefined) {
    return (
      <DropdownMenu.CheckboxItem
        className={className}
        checked={checked}
        disabled={disabled}
        onSelect={onSelect}
      >
        {inside}
      </DropdownMenu.CheckboxItem>
    )
  }
  return (
    <DropdownMenu.Item className={className} disabled={disabled} onSelect={onSelect}>
      {inside}
    </DropdownMenu.Item>
  )
}
