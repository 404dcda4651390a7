import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.js'
import './inputs.css'

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly onChange?: (value: string) => void
  /** Data and code are set in a fixed width. */
  readonly mono?: boolean
}

export function TextInput({ onChange, mono = false, className, ...props }: TextInputProps) {
  return (
    <input
      type="text"
      autoComplete="off"
      spellCheck={false}
      {...props}
      onChange={(event) => onChange?.(event.target.value)}
      className={classNames('input', mono && 'input-mono', className)}
    />
  )
}

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange'> {
  readonly onChange?: (value: string) => void
  readonly mono?: boolean
}

export function TextArea({ onChange, mono = false, className, ...props }: TextAreaProps) {
  return (
    <textarea
      spellCheck={false}
      {...props}
      onChange={(event) => onChange?.(event.target.value)}
      className={classNames('input', 'input-area', mono && 'input-mono', className)}
    />
  )
}

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly disabled?: boolean
}

export interface SelectProps<Value extends string> extends Omit<
  ComponentProps<'select'>,
  'onChange' | 'value'
> {
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly onChange: (value: Value) => void
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, choices, onChange, className, ...rest } = props
  return (
    <span className={classNames('select', className)}>
      <select
        {...rest}
        className="input select-control"
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} disabled={choice.disabled}>
            {choice.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="select-arrow" size={14} />
    </span>
  )
}

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly children: ReactNode
}

export function Checkbox({ checked, onChange, children, ...props }: CheckboxProps) {
  return (
    <label className="checkbox">
      <input
        {...props}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  )
}
