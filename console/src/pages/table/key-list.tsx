import { Plus } from 'lucide-react'
import { Button } from '../../design/button.js'
import { emptyAttribute, keyAttributesMax, type KeyAttributeDraft } from './index-draft.js'
import { KeyAttributeInput } from './key-attribute-input.js'
import './key-list.css'

export interface KeyListProps {
  /** "Partition key" or "Sort key". */
  readonly label: string
  /** What the button says that adds a second one. */
  readonly another?: string | undefined
  readonly attributes: readonly KeyAttributeDraft[]
  readonly least: 0 | 1
  readonly most?: number | undefined
  readonly faultAt: (at: number) => string | undefined
  readonly onChange: (attributes: readonly KeyAttributeDraft[]) => void
}

/** The attributes of a key in their order; each narrows down what those before it found. */
export function KeyList(props: KeyListProps) {
  const { label, attributes, least, most = keyAttributesMax, faultAt, onChange } = props
  const another = props.another ?? `Add attribute to ${label.toLowerCase()}`
  const canAdd = attributes.length < most
  return (
    <div className="key-list">
      {attributes.map((attribute, at) => (
        <KeyAttributeInput
          key={at}
          label={attributes.length > 1 ? `${label} ${at + 1}` : label}
          value={attribute}
          error={faultAt(at)}
          onChange={(changed) => onChange(attributes.with(at, changed))}
          onRemove={
            attributes.length > least ? () => onChange(attributes.toSpliced(at, 1)) : undefined
          }
        />
      ))}
      {canAdd && (
        <Button kind="ghost" icon={Plus} onClick={() => onChange([...attributes, emptyAttribute])}>
          {attributes.length === 0 ? `Add ${label.toLowerCase()}` : another}
        </Button>
      )}
    </div>
  )
}
