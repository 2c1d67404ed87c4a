/** In the address of the homepage: the dialog is open. */
export const ADD_MANY = '#add-many';
