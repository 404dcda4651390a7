/** Characters shown before the editor is loaded: more than fits on a screen. */
export const plainTextLengthMax = 20_000
