import type { WebAssemblyMemory } from './web-assembly.ts';

/** An address in PDFium's memory; 0 for none. */
export type Pointer = number;
/** 0 for no. */
type Flag = number;

/**
 * The functions of PDFium that are used, as its WebAssembly module exports them: called directly, without the package's
 * wrappers, which cost more than the calls themselves. Names and meanings are those of PDFium's `public/*.h`; every
 * size of text is in bytes, its final zero included.
 */
export interface PdfiumExports {
  memory: WebAssemblyMemory;
  malloc(size: number): Pointer;
  free(pointer: Pointer): void;
  PDFiumExt_Init(): void;
  PDFiumExt_OpenFormFillInfo(): Pointer;
  PDFiumExt_CloseFormFillInfo(info: Pointer): void;
  PDFiumExt_InitFormFillEnvironment(document: Pointer, info: Pointer): Pointer;
  PDFiumExt_ExitFormFillEnvironment(form: Pointer): void;

  FPDF_LoadMemDocument(bytes: Pointer, length: number, password: Pointer): Pointer;
  FPDF_CloseDocument(document: Pointer): void;
  FPDF_GetLastError(): number;
  FPDF_GetPageCount(document: Pointer): number;
  FPDF_GetMetaText(document: Pointer, tag: Pointer, buffer: Pointer, size: number): number;
  FPDF_GetFormType(document: Pointer): number;
  FPDFCatalog_IsTagged(document: Pointer): Flag;
  FPDFCatalog_GetLanguage(document: Pointer, buffer: Pointer, size: number): number;

  FPDFBookmark_GetFirstChild(document: Pointer, bookmark: Pointer): Pointer;
  FPDFBookmark_GetNextSibling(document: Pointer, bookmark: Pointer): Pointer;
  FPDFBookmark_GetTitle(bookmark: Pointer, buffer: Pointer, size: number): number;
  FPDFBookmark_GetDest(document: Pointer, bookmark: Pointer): Pointer;
  FPDFBookmark_GetAction(bookmark: Pointer): Pointer;
  FPDFDest_GetDestPageIndex(document: Pointer, destination: Pointer): number;
  FPDFDest_GetLocationInPage(
    destination: Pointer,
    hasX: Pointer,
    hasY: Pointer,
    hasZoom: Pointer,
    x: Pointer,
    y: Pointer,
    zoom: Pointer,
  ): Flag;
  FPDFAction_GetType(action: Pointer): number;
  FPDFAction_GetDest(document: Pointer, action: Pointer): Pointer;
  FPDFAction_GetURIPath(document: Pointer, action: Pointer, buffer: Pointer, size: number): number;

  FPDF_LoadPage(document: Pointer, index: number): Pointer;
  FPDF_ClosePage(page: Pointer): void;
  FPDF_GetPageWidthF(page: Pointer): number;
  FPDF_GetPageHeightF(page: Pointer): number;
  FPDF_GetPageBoundingBox(page: Pointer, rectangle: Pointer): Flag;
  FPDFPage_GetRotation(page: Pointer): number;
  EPDF_GetPageRotationByIndex(document: Pointer, index: number): number;
  FPDF_GetPageSizeByIndexF(document: Pointer, index: number, size: Pointer): Flag;

  FPDFText_LoadPage(page: Pointer): Pointer;
  FPDFText_ClosePage(text: Pointer): void;
  FPDFText_CountChars(text: Pointer): number;
  FPDFText_GetUnicode(text: Pointer, index: number): number;
  FPDFText_HasUnicodeMapError(text: Pointer, index: number): number;
  FPDFText_IsGenerated(text: Pointer, index: number): number;
  FPDFText_GetTextObject(text: Pointer, index: number): Pointer;
  FPDFText_GetCharOrigin(text: Pointer, index: number, x: Pointer, y: Pointer): Flag;
  FPDFText_GetCharBox(
    text: Pointer,
    index: number,
    left: Pointer,
    right: Pointer,
    bottom: Pointer,
    top: Pointer,
  ): Flag;
  FPDFText_GetLooseCharBox(text: Pointer, index: number, rectangle: Pointer): Flag;
  FPDFText_GetMatrix(text: Pointer, index: number, matrix: Pointer): Flag;
  FPDFTextObj_GetFont(object: Pointer): Pointer;
  FPDFTextObj_GetFontSize(object: Pointer, size: Pointer): Flag;
  FPDFTextObj_GetTextRenderMode(object: Pointer): number;
  FPDFFont_GetBaseFontName(font: Pointer, buffer: Pointer, size: number): number;
  FPDFFont_GetFamilyName(font: Pointer, buffer: Pointer, size: number): number;
  FPDFFont_GetFlags(font: Pointer): number;
  FPDFFont_GetItalicAngle(font: Pointer, angle: Pointer): Flag;
  FPDFFont_GetAscent(font: Pointer, size: number, ascent: Pointer): Flag;
  FPDFFont_GetDescent(font: Pointer, size: number, descent: Pointer): Flag;
  FPDFLink_LoadWebLinks(text: Pointer): Pointer;
  FPDFLink_CloseWebLinks(links: Pointer): void;
  FPDFLink_CountWebLinks(links: Pointer): number;
  FPDFLink_GetURL(links: Pointer, index: number, buffer: Pointer, units: number): number;
  FPDFLink_CountRects(links: Pointer, index: number): number;
  FPDFLink_GetRect(
    links: Pointer,
    index: number,
    rectangle: number,
    left: Pointer,
    top: Pointer,
    right: Pointer,
    bottom: Pointer,
  ): Flag;

  FPDFImageObj_GetImagePixelSize(image: Pointer, width: Pointer, height: Pointer): Flag;
  FPDFImageObj_GetImageFilterCount(image: Pointer): number;
  FPDFImageObj_GetImageFilter(image: Pointer, index: number, buffer: Pointer, size: number): number;
  FPDFImageObj_GetImageDataRaw(image: Pointer, buffer: Pointer, size: number): number;
  FPDFImageObj_GetImageMetadata(image: Pointer, page: Pointer, metadata: Pointer): Flag;
  FPDFImageObj_GetRenderedBitmap(document: Pointer, page: Pointer, image: Pointer): Pointer;

  FPDFPage_CountObjects(page: Pointer): number;
  FPDFPage_GetObject(page: Pointer, index: number): Pointer;
  FPDFFormObj_CountObjects(form: Pointer): number;
  FPDFFormObj_GetObject(form: Pointer, index: number): Pointer;
  FPDFPageObj_GetType(object: Pointer): number;
  FPDFPageObj_GetMatrix(object: Pointer, matrix: Pointer): Flag;
  FPDFPageObj_SetMatrix(object: Pointer, matrix: Pointer): Flag;
  FPDFPageObj_GetBounds(object: Pointer, left: Pointer, bottom: Pointer, right: Pointer, top: Pointer): Flag;
  FPDFPageObj_GetFillColor(
    object: Pointer,
    red: Pointer,
    green: Pointer,
    blue: Pointer,
    alpha: Pointer,
  ): Flag;
  FPDFPageObj_GetStrokeColor(
    object: Pointer,
    red: Pointer,
    green: Pointer,
    blue: Pointer,
    alpha: Pointer,
  ): Flag;
  FPDFPageObj_GetStrokeWidth(object: Pointer, width: Pointer): Flag;
  FPDFPageObj_GetMarkedContentID(object: Pointer): number;
  FPDFPageObj_CountMarks(object: Pointer): number;
  FPDFPageObj_GetMark(object: Pointer, index: number): Pointer;
  FPDFPageObjMark_GetName(mark: Pointer, buffer: Pointer, size: number, written: Pointer): Flag;
  FPDFPath_CountSegments(path: Pointer): number;
  FPDFPath_GetPathSegment(path: Pointer, index: number): Pointer;
  FPDFPath_GetDrawMode(path: Pointer, fillMode: Pointer, isStroked: Pointer): Flag;
  FPDFPathSegment_GetType(segment: Pointer): number;
  FPDFPathSegment_GetPoint(segment: Pointer, x: Pointer, y: Pointer): Flag;
  FPDFPathSegment_GetClose(segment: Pointer): Flag;

  FPDFLink_Enumerate(page: Pointer, position: Pointer, link: Pointer): Flag;
  FPDFLink_GetAnnotRect(link: Pointer, rectangle: Pointer): Flag;
  FPDFLink_CountQuadPoints(link: Pointer): number;
  FPDFLink_GetQuadPoints(link: Pointer, index: number, points: Pointer): Flag;
  FPDFLink_GetAction(link: Pointer): Pointer;
  FPDFLink_GetDest(document: Pointer, link: Pointer): Pointer;

  FPDFPage_GetAnnotCount(page: Pointer): number;
  FPDFPage_GetAnnot(page: Pointer, index: number): Pointer;
  FPDFPage_CloseAnnot(annotation: Pointer): void;
  FPDFAnnot_GetSubtype(annotation: Pointer): number;
  FPDFAnnot_GetFlags(annotation: Pointer): number;
  FPDFAnnot_GetRect(annotation: Pointer, rectangle: Pointer): Flag;
  FPDFAnnot_GetStringValue(annotation: Pointer, key: Pointer, buffer: Pointer, size: number): number;
  FPDFAnnot_GetFormFieldType(form: Pointer, annotation: Pointer): number;
  FPDFAnnot_GetFormFieldFlags(form: Pointer, annotation: Pointer): number;
  FPDFAnnot_GetFormFieldName(form: Pointer, annotation: Pointer, buffer: Pointer, size: number): number;
  FPDFAnnot_GetFormFieldAlternateName(
    form: Pointer,
    annotation: Pointer,
    buffer: Pointer,
    size: number,
  ): number;
  FPDFAnnot_GetFormFieldValue(form: Pointer, annotation: Pointer, buffer: Pointer, size: number): number;
  FPDFAnnot_GetFormFieldExportValue(
    form: Pointer,
    annotation: Pointer,
    buffer: Pointer,
    size: number,
  ): number;
  FPDFAnnot_GetOptionCount(form: Pointer, annotation: Pointer): number;
  FPDFAnnot_GetOptionLabel(
    form: Pointer,
    annotation: Pointer,
    index: number,
    buffer: Pointer,
    size: number,
  ): number;
  FPDFAnnot_IsOptionSelected(form: Pointer, annotation: Pointer, index: number): Flag;

  FPDF_StructTree_GetForPage(page: Pointer): Pointer;
  FPDF_StructTree_Close(tree: Pointer): void;
  FPDF_StructTree_CountChildren(tree: Pointer): number;
  FPDF_StructTree_GetChildAtIndex(tree: Pointer, index: number): Pointer;
  FPDF_StructElement_CountChildren(element: Pointer): number;
  FPDF_StructElement_GetChildAtIndex(element: Pointer, index: number): Pointer;
  FPDF_StructElement_GetChildMarkedContentID(element: Pointer, index: number): number;
  FPDF_StructElement_GetType(element: Pointer, buffer: Pointer, size: number): number;
  FPDF_StructElement_GetAltText(element: Pointer, buffer: Pointer, size: number): number;
  FPDF_StructElement_GetActualText(element: Pointer, buffer: Pointer, size: number): number;
  FPDF_StructElement_GetLang(element: Pointer, buffer: Pointer, size: number): number;
  FPDF_StructElement_GetAttributeCount(element: Pointer): number;
  FPDF_StructElement_GetAttributeAtIndex(element: Pointer, index: number): Pointer;
  FPDF_StructElement_Attr_GetValue(attribute: Pointer, name: Pointer): Pointer;
  FPDF_StructElement_Attr_GetNumberValue(value: Pointer, number: Pointer): Flag;

  FPDFBitmap_CreateEx(
    width: number,
    height: number,
    format: number,
    pixels: Pointer,
    stride: number,
  ): Pointer;
  FPDFBitmap_GetFormat(bitmap: Pointer): number;
  FPDFBitmap_GetBuffer(bitmap: Pointer): Pointer;
  FPDFBitmap_GetStride(bitmap: Pointer): number;
  FPDFBitmap_GetWidth(bitmap: Pointer): number;
  FPDFBitmap_GetHeight(bitmap: Pointer): number;
  FPDFBitmap_FillRect(
    bitmap: Pointer,
    left: number,
    top: number,
    width: number,
    height: number,
    colour: number,
  ): Flag;
  FPDFBitmap_Destroy(bitmap: Pointer): void;
  FPDF_RenderPageBitmap(
    bitmap: Pointer,
    page: Pointer,
    left: number,
    top: number,
    width: number,
    height: number,
    rotation: number,
    flags: number,
  ): void;
  FPDF_FFLDraw(
    form: Pointer,
    bitmap: Pointer,
    page: Pointer,
    left: number,
    top: number,
    width: number,
    height: number,
    rotation: number,
    flags: number,
  ): void;
}
