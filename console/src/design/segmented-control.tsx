import { ToggleGroup } from 'radix-ui'
import type { Choice } from './inputs.js'
import './segmented-control.css'

export interface SegmentedControlProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly onChange: (value: Value) => void
}

/** One of a few, all of them in sight. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, value, choices, onChange } = props
  return (
    <ToggleGroup.Root
      type="single"
      className="segmented"
      aria-label={label}
      value={value}
      onValueChange={(next) => next !== '' && onChange(next as Value)}
    >
      {choices.map((choice) => (
        <ToggleGroup.Item
          key={choice.value}
          className="segmented-item"
          value={choice.value}
          disabled={choice.disabled ?? false}
        >
          {choice.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
