/** What the templates write into a product is stored, and stays as it is in French. */
export { gameSuggestions, type OfferTemplate, productTemplates } from '../../fr/screens/product-templates.ts';
