/** The palettes of src/styles/palettes.css. `themes` of the settings selects among them (G09). */
export const palettes = [
  { name: 'lagoon', description: 'Deep green on warm paper.' },
  { name: 'plum', description: 'Plum on rosy paper.' },
  { name: 'tide', description: 'Sea blue on cool paper.' },
] as const satisfies readonly { name: string; description: string }[];
