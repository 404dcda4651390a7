import { KeyRound, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { classNames } from '../../design/class-names.js'
import { IconButton } from '../../design/button.js'
import { Select } from '../../design/inputs.js'
import { printPath, valueAt } from '../../values/attribute-path.js'
import { typeOfValue, type AttributeValue } from '../../values/attribute-value.js'
import { sameValue } from '../../values/compare-values.js'
import { convertValue } from '../../values/convert-value.js'
import { printValue } from '../../values/print-value.js'
import { AttributeName } from './attribute-name.js'
import { useFormParts, useProblem, type Steps } from './form-context.js'
import { typeChoices, typeName } from './type-choices.js'
import { ValueField } from './value-field.js'

export interface AttributeRowProps {
  readonly path: Steps
  readonly value: AttributeValue
  readonly siblings: readonly string[]
  /** The fields of what is in a map or list. */
  readonly fieldsIn: (value: AttributeValue, path: Steps) => ReactNode
}

/** One attribute, member or element: its name, its type, its value. */
export function AttributeRow({ path, value, siblings, fieldsIn }: AttributeRowProps) {
  const { keys, read, change } = useFormParts()
  const problem = useProblem(path)
  const [isOpen, setOpen] = useState(path.length < 3)
  const label = printPath(path)
  const key = path.length === 1 ? keys.attributes.find(({ name }) => name === path[0]) : undefined
  const isKey = key !== undefined && key.role !== 'index'
  const was = read === undefined ? undefined : valueAt(read, path)
  const isChanged = read !== undefined && (was === undefined || !sameValue(was, value))
  const isNested = 'M' in value || 'L' in value
  return (
    <div className={classNames('attribute', isChanged && !isNested && 'attribute-changed')}>
      <div className="attribute-line">
        {isKey ? (
          <span
            className="attribute-key"
            title={`${key.role === 'sort' ? 'Sort' : 'Partition'} key`}
          >
            <KeyRound aria-hidden size={13} />
            {key.name}
            <span className="visually-hidden">, {key.role} key</span>
          </span>
        ) : (
          <AttributeName path={path} siblings={siblings} />
        )}
        {isKey ? (
          <span className="attribute-type-fixed">{typeName(key.type)}</span>
        ) : (
          <Select
            className="attribute-type"
            aria-label={`Type of ${label}`}
            value={typeOfValue(value)}
            choices={typeChoices}
            onChange={(type) => change(path, convertValue(value, type))}
          />
        )}
        <div className="attribute-value">
          <ValueField path={path} value={value} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
          {problem !== undefined && (
            <p className="attribute-problem" id={`problem-${label}`}>
              {problem}
            </p>
          )}
          {isChanged && !isNested && (
            <p className="attribute-was">
              {was === undefined ? 'new' : `was ${wasText(was, value)}`}
            </p>
          )}
        </div>
        {isKey ? (
          <span className="attribute-spacer" />
        ) : (
          <IconButton
            label={`Remove ${label}`}
            icon={Trash2}
            onClick={() => change(path, undefined)}
          />
        )}
      </div>
      {isNested && isOpen && (
        <div className="attribute-children" role="group" aria-label={label}>
          {fieldsIn(value, path)}
        </div>
      )}
    </div>
  )
}

/** A change of type is named: the texts may look alike. */
function wasText(was: AttributeValue, now: AttributeValue): string {
  const text = printValue(was, 60)
  const shown = text === '' ? '(empty)' : text
  const type = typeOfValue(was)
  return type === typeOfValue(now) ? shown : `${typeName(type)} ${shown}`
}
