/** A text while its editor is being loaded, in the same place and type. */
import { plainTextLengthMax } from './limits.js'

export function PlainText({ text }: { readonly text: string }) {
  return (
    <pre className="text-editor text-editor-plain" aria-busy="true">
      {text.slice(0, plainTextLengthMax)}
    </pre>
  )
}
