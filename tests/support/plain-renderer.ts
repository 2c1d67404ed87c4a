/** Source of a renderer that names what it was asked for, where the real build would take long. */
export const RENDERER =
  "export const renderPage = async ({ page }) => ({ body: `<main>${page.kind}</main>`, title: page.kind, description: '' });\n";
