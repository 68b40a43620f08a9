//! Compiles `order.asl.json` to `$OUT_DIR/process.rs`. Cargo runs this again when the definition
//! changes.

use asl_codegen::Builder;
use asl_codegen::builder::Error;

fn main() -> Result<(), Error> {
    Builder::new("../order/order.asl.json")
        .name("process")
        .input("Order")
        .task("check_order", "Order", "Order")
        .task("quote_price", "Order", "Quote")
        .task("reserve_stock", "Order", "Reservation")
        .task("release_stock", "String", "()")
        .task("charge_card", "ChargeRequest", "Charge")
        .task("book_parcel", "ParcelRequest", "Parcel")
        .task("write_receipt", "Settled", "Receipt")
        .build()
}
