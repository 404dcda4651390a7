import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from './button.js'
import { copyText } from './copy-text.js'

export interface CopyButtonProps {
  readonly text: string | (() => string)
  /** What is copied: "Copy ARN". */
  readonly label: string
  readonly iconOnly?: boolean
}

const shownMs = 1500

export function CopyButton({ text, label, iconOnly = false }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = () => {
    void copyText(typeof text === 'string' ? text : text()).then(() => {
      setCopied(true)
      setTimeout(() => setCopied(false), shownMs)
    })
  }
  const icon = isCopied ? Check : Copy
  if (iconOnly) return <IconButton label={isCopied ? 'Copied' : label} icon={icon} onClick={copy} />
  return (
    <Button icon={icon} onClick={copy}>
      {isCopied ? 'Copied' : label}
    </Button>
  )
}
