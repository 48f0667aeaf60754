"""From primitives to a true-scale PDF: the raster's own outlines, and text that can be searched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from fpdf import FPDF
from fpdf.drawing import DeviceGray, PaintedPath  # type: ignore[attr-defined]
from fpdf.enums import PathPaintRule

from hardware.printing.layout import Box, Page
from vision.drawing import Primitive, Text, contours_mm

POINTS_PER_MM = 72 / 25.4


class Sheets:
    """A PDF that grows page by page; places are board millimetres on the current page."""

    def __init__(self, title: str) -> None:
        self._pdf = FPDF(unit="mm")
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        self._pdf.set_title(title)
        self._pdf.set_creator("Gyoji")
        self._page: Page | None = None

    def start(self, page: Page) -> None:
        """A new page of the page's own size."""
        self._page = page
        self._pdf.add_page(format=(page.width_mm, page.height_mm))

    def draw(self, primitives: Iterable[Primitive]) -> None:
        """Draw on the current page, later primitives over earlier ones."""
        items = tuple(primitives)
        with self._pdf.drawing_context() as context:
            for primitive in items:
                context.add_item(self._path(primitive))
        for primitive in items:
            if isinstance(primitive, Text):
                self._searchable(primitive)

    @contextmanager
    def clipped(self, box: Box) -> Iterator[None]:
        """Within, nothing is drawn outside ``box``."""
        x, y = self._place(box.x0_mm, box.y1_mm)
        with self._pdf.rect_clip(x, y, box.width_mm, box.height_mm):
            yield

    def output(self) -> bytes:
        """The whole document."""
        return bytes(self._pdf.output())

    def _place(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """From the board (y up) to the page (from the top left, y down)."""
        assert self._page is not None, "start() a page first"
        x, y = self._page.centre_mm
        return self._page.width_mm / 2 + x_mm - x, self._page.height_mm / 2 - (y_mm - y)

    def _path(self, primitive: Primitive) -> PaintedPath:
        path = PaintedPath()
        path.style.fill_color = DeviceGray(primitive.grey)
        path.style.stroke_color = None
        path.style.paint_rule = PathPaintRule.FILL_EVENODD
        for contour in contours_mm(primitive):
            for i, point in enumerate(contour.tolist()):
                (path.line_to if i else path.move_to)(*self._place(*point))
            path.close()
        return path

    def _searchable(self, text: Text) -> None:
        """The outlines show the text; this invisible copy lets a reader search and speak it."""
        size = text.size_mm * POINTS_PER_MM
        self._pdf.set_font("Helvetica", size=size)
        content = text.text.encode("latin-1", "replace").decode("latin-1")
        x, y = self._place(text.x_mm, text.y_mm)
        with self._pdf.local_context(text_mode="INVISIBLE"):
            width = self._pdf.get_string_width(content)
            self._pdf.text(x - width / 2, y + text.size_mm / 3, content)
