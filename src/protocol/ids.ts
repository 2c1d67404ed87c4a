/** The shape of every id that a device makes. Apart from the schemas, so that a viewer's page stays small. */
export const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
