import { Tabs as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import './tabs.css'

export interface Tab<Name extends string> {
  readonly name: Name
  readonly label: ReactNode
  readonly content: ReactNode
}

export interface TabsProps<Name extends string> {
  readonly label: string
  readonly value: Name
  readonly onChange: (name: Name) => void
  readonly tabs: readonly Tab<Name>[]
}

export function Tabs<Name extends string>({ label, value, onChange, tabs }: TabsProps<Name>) {
  return (
    <Primitive.Root className="tabs" value={value} onValueChange={(name) => onChange(name as Name)}>
      <Primitive.List className="tabs-list" aria-label={label}>
        {tabs.map((tab) => (
          <Primitive.Trigger key={tab.name} className="tabs-tab" value={tab.name}>
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.name} className="tabs-content" value={tab.name}>
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  )
}
