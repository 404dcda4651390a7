import { Plus, X } from 'lucide-react'
import { Button, IconButton } from '../../design/button.js'
import { TextInput } from '../../design/inputs.js'
import type { DraftFaults } from './draft-faults.js'
import type { TagDraft } from './table-draft.js'
import './tag-rows.css'

export interface TagRowsProps {
  readonly tags: readonly TagDraft[]
  readonly faults: DraftFaults
  readonly onChange: (tags: readonly TagDraft[]) => void
}

export function TagRows({ tags, faults, onChange }: TagRowsProps) {
  const change = (id: number, some: Partial<TagDraft>) =>
    onChange(tags.map((tag) => (tag.id === id ? { ...tag, ...some } : tag)))
  const nextId = Math.max(0, ...tags.map(({ id }) => id)) + 1
  return (
    <div className="tag-rows">
      {tags.map((tag) => {
        const fault = faults[`tag.${tag.id}.key`] ?? faults[`tag.${tag.id}.value`]
        return (
          <div key={tag.id} className="tag-row">
            <TextInput
              aria-label="Tag key"
              aria-invalid={fault !== undefined || undefined}
              placeholder="key"
              value={tag.key}
              onChange={(key) => change(tag.id, { key })}
            />
            <TextInput
              aria-label={`Value of tag ${tag.key}`}
              placeholder="value"
              value={tag.value}
              onChange={(value) => change(tag.id, { value })}
            />
            <IconButton
              label={`Remove tag ${tag.key}`}
              icon={X}
              onClick={() => onChange(tags.filter(({ id }) => id !== tag.id))}
            />
            {fault !== undefined && <p className="tag-fault">{fault}</p>}
          </div>
        )
      })}
      <Button
        kind="ghost"
        icon={Plus}
        onClick={() => onChange([...tags, { id: nextId, key: '', value: '' }])}
      >
        Add tag
      </Button>
    </div>
  )
}
